-- KEYS: record. ARGV: owner, fence, lease in ms.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence', 'takeover')
if row[1] ~= 'P' or row[2] ~= ARGV[1] or row[3] ~= ARGV[2] then
  return {'0'}
end
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
redis.call('HSET', KEYS[1], 'lease', string.format('%.0f', now + ARGV[3]))
if row[4] == 'L' then
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ARGV[3] + math.max(ARGV[3], 3600000)))
end
return {'1'}
