-- KEYS: record, outcome. ARGV: owner, fence, retention in ms, archive in ms, outcome.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence')
if not row[1] or row[2] ~= ARGV[1] or row[3] ~= ARGV[2] then
  return {'0'}
end
if row[1] == 'C' then
  return {'1'}
end
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
local retain = now + ARGV[3]
redis.call('HSET', KEYS[1], 'state', 'C', 'since', string.format('%.0f', now), 'lease', '0',
  'retain', string.format('%.0f', retain), 'archive', string.format('%.0f', retain + ARGV[4]),
  'note', '')
redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ARGV[3] + ARGV[4]))
if #ARGV[5] > 0 then
  redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[3])
else
  redis.call('DEL', KEYS[2])
end
return {'1'}
