-- KEYS: token. ARGV: subject, validity in ms.
redis.call('HSET', KEYS[1], 'subject', ARGV[1], 'used', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {'1'}
