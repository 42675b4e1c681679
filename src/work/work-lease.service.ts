import { LessThanOrEqual } from 'typeorm';
import { now } from '../clock';
import { isDuplicateKey, type Database } from '../database/database';
import { WorkLeaseEntity } from './work-lease.entity';

/** Shares out work between processes: what one of them has begun, no other begins for a while. */
export class WorkLeaseService {
  constructor(private readonly database: Database) {}

  /**
   * True for the one process that may do this work now.
   *
   * @param duration milliseconds that nobody else begins it; it is not given back earlier
   */
  async take(name: string, duration: number): Promise<boolean> {
    const time = now();
    const lease = { name, expiresTime: time + duration };
    try {
      return await this.database.transaction(async (manager) => {
        const free = { name, expiresTime: LessThanOrEqual(time) };
        const { affected } = await manager.update(WorkLeaseEntity, free, lease);
        if (affected === 1) return true;
        if (await manager.existsBy(WorkLeaseEntity, { name })) return false;
        await manager.insert(WorkLeaseEntity, lease);
        return true;
      });
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}
