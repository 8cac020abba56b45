-- KEYS: record. ARGV: owner, fence, note.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence')
if not row[1] or row[1] == 'C' or row[2] ~= ARGV[1] or row[3] ~= ARGV[2] then
  return {'0'}
end
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
redis.call('HSET', KEYS[1], 'state', 'D', 'since', string.format('%.0f', now), 'note', ARGV[3])
redis.call('PERSIST', KEYS[1])
return {'1'}
