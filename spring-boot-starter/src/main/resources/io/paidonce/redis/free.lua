-- KEYS: record, outcome. ARGV: force 1 or 0. Answers ABSENT, HELD or FREED.
local row = redis.call('HMGET', KEYS[1], 'state', 'lease', 'archive')
local time = redis.call('TIME')
local now = math.floor((time[1] * 1000000 + time[2]) / 1000)
if not row[1] or (row[1] == 'C' and tonumber(row[3]) <= now) then
  return {'ABSENT'}
end
if ARGV[1] == '0' and row[1] ~= 'D' and not (row[1] == 'P' and tonumber(row[2]) <= now) then
  return {'HELD'}
end
redis.call('DEL', KEYS[1], KEYS[2])
return {'FREED'}
