-- KEYS: record. ARGV: owner, fence. Claims of several keys have one fence, the greatest.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner')
if row[1] ~= 'P' or row[2] ~= ARGV[1] then
  return {'0'}
end
redis.call('HSET', KEYS[1], 'fence', ARGV[2])
return {'1'}
