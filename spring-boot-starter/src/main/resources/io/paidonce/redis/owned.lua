-- KEYS: record. ARGV: owner, fence, letters of the states that count.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence')
if not row[1] or row[2] ~= ARGV[1] or row[3] ~= ARGV[2] then
  return {'0'}
end
return {string.find(ARGV[3], row[1], 1, true) and '1' or '0'}
