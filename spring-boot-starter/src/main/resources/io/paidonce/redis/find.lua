-- KEYS: record. Nothing, or its fields and the time.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence', 'since', 'lease', 'retain',
  'archive', 'note', 'readable')
if not row[1] then
  return {}
end
local time = redis.call('TIME')
table.insert(row, string.format('%.0f', math.floor((time[1] * 1000000 + time[2]) / 1000)))
return row
