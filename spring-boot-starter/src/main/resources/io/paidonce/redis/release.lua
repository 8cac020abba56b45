-- KEYS: record, outcome. ARGV: owner, fence or '' for any of this owner's.
local row = redis.call('HMGET', KEYS[1], 'state', 'owner', 'fence')
if not row[1] or row[1] == 'C' or row[2] ~= ARGV[1] or (ARGV[2] ~= '' and row[3] ~= ARGV[2]) then
  return {'0'}
end
redis.call('DEL', KEYS[1], KEYS[2])
return {'1'}
