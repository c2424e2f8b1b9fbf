#pragma once

#include "scenarios/script/complaints.hpp"

namespace payonce::script {

enum class Setting { on, naive, off };

struct LayerSwitch {
  char layer = 'K';  // K W S V X, and R where an experiment says what it expects
  Setting setting = Setting::on;
  Place place;
  friend bool operator==(const LayerSwitch&, const LayerSwitch&) = default;
};

}  // namespace payonce::script
