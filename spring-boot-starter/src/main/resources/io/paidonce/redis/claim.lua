-- KEYS: record, outcome. ARGV: owner, fingerprint, lease in ms, takeover L or N, resolving 1 or 0,
-- readable key. All times by this server's clock.
local time = redis.call('TIME')
local us = time[1] * 1000000 + time[2]
local now = math.floor(us / 1000)
local fence = us
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence', 'fp', 'takeover', 'since',
  'lease', 'retain', 'archive', 'note')
local state = row[1]
if state and not (state == 'C' and tonumber(row[9]) <= now) then
  if #ARGV[2] > 0 and #row[4] > 0 and string.sub(ARGV[2], 1, 64) ~= string.sub(row[4], 1, 64) then
    return {'R', row[4]}
  end
  if state == 'C' then
    if tonumber(row[8]) > now then
      return {'C', row[6], redis.call('GET', KEYS[2]) or ''}
    end
    return {'L', row[6]}
  end
  if state == 'P' and tonumber(row[7]) > now then
    if row[2] == ARGV[1] then
      return {'A', row[3]}
    end
    return {'P', string.format('%.0f', tonumber(row[7]) - now)}
  end
  if ARGV[5] == '0' then
    if state == 'D' then
      return {'D', row[6], row[10]}
    end
    if row[5] == 'N' then
      return {'D', row[7], ''}
    end
  end
end
if state then
  fence = math.max(us, tonumber(row[3]) + 1)
end
local stamp = string.format('%.0f', now)
local token = string.format('%.0f', fence)
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'state', 'P', 'owner', ARGV[1], 'fence', token, 'fp', ARGV[2],
  'takeover', ARGV[4], 'since', stamp, 'lease', string.format('%.0f', now + ARGV[3]),
  'retain', '0', 'archive', '0', 'note', '', 'readable', ARGV[6])
-- What may be taken over is as good as absent after its lease, and is kept an hour more only to
-- notice another request with the key. What must be looked up first never goes away by itself.
if ARGV[4] == 'L' then
  redis.call('PEXPIRE', KEYS[1], string.format('%.0f', ARGV[3] + math.max(ARGV[3], 3600000)))
else
  redis.call('PERSIST', KEYS[1])
end
return {'A', token}
