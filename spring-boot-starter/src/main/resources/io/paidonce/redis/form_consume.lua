-- KEYS: token. ARGV: subject. Answers C consumed, O of another subject, U unknown.
local row = redis.call('HMGET', KEYS[1], 'subject', 'used')
if row[2] ~= '0' then
  return {'U'}
end
if row[1] ~= ARGV[1] then
  return {'O'}
end
redis.call('HSET', KEYS[1], 'used', '1')
return {'C'}
