-- en: A token that was taken was taken by a key that is there.
-- zh: 已使用的令牌，其所属的幂等键存在。
-- finds: damage
-- The token went in one transaction and the work was to follow in another, which never came: whoever has the page can neither pay
-- nor be told what became of it. Not judged: a laboratory file without the first layer.
SELECT 'token ' || t.token_id AS subject, 'verb=' || t.verb || ' target=' || t.target AS detail
FROM token t
WHERE t.used_by IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM idempotency_key k WHERE k.key_hash = t.used_by)
  AND NOT EXISTS (SELECT 1 FROM setting WHERE name = 'idempotency_key' AND value = 0)
