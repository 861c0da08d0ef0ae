/** Everything that only a server with Redis needs, in one import. */
export { openRedis } from './open-redis.js';
export { QueuedJobRunner } from './queued-job-runner.js';
export { RedisLiveChannel } from './redis-live-channel.js';
