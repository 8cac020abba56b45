-- KEYS: token. ARGV: subject. A token past its time is gone by itself.
local row = redis.call('HMGET', KEYS[1], 'subject', 'used')
if row[2] ~= '1' or row[1] ~= ARGV[1] then
  return {'0'}
end
redis.call('HSET', KEYS[1], 'used', '0')
return {'1'}
