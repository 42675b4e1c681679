import { isoTime } from '../../platform/clock';
import type { DeviceLogEntity } from './device-log.entity';

/** The one media type of device logs. */
export const deviceLogMediaType = 'application/json';

/** The metadata of the log, as the REST routes return it. */
export const deviceLogOnWire = (log: DeviceLogEntity): Record<string, unknown> => ({
  id: log.id,
  userId: log.userId,
  digestMD5: log.digestMD5,
  mediaType: deviceLogMediaType,
  size: log.size,
  createdTime: isoTime(log.createdTime),
  startAtTime: isoTime(log.startTime),
  endAtTime: isoTime(log.endTime),
});
