import type { EntityManager } from 'typeorm';
import { now } from '../../../platform/clock';
import type { Database } from '../../../platform/database/database';
import type { LaunchedPatient } from '../../identity-providers/launched-patient';
import { LaunchedPatientEntity } from './launched-patient.entity';

/** ID tokens are part of the URL at log-out, so their size must be limited. */
const shownLaunches = 20;

interface Launch {
  userId: string;
  sessionId: string;
  correlationId: string;
  patient: LaunchedPatient;
}

/** The patients of EHR launches, as long as the session of the person lives. */
export class LaunchedPatientService {
  constructor(private readonly database: Database) {}

  /** Adds a launch to those of the session; replaces one with the same id. */
  async add(manager: EntityManager, launch: Launch): Promise<void> {
    await manager.upsert(LaunchedPatientEntity, { ...launch, launchedTime: now() }, [
      'userId',
      'sessionId',
      'correlationId',
    ]);
  }

  /** The patients of the latest launches of a session, by the client's launch id. */
  async ofSession(userId: string, sessionId: string): Promise<Record<string, LaunchedPatient>> {
    const launches = await this.database.reader.find(LaunchedPatientEntity, {
      where: { userId, sessionId },
      order: { launchedTime: 'DESC', correlationId: 'ASC' },
      take: shownLaunches,
    });
    return Object.fromEntries(launches.map(({ correlationId, patient }) => [correlationId, patient]));
  }
}
