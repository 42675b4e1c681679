import { In, type EntityManager } from 'typeorm';
import type { Database } from '../../../platform/database/database';
import { conflict, notFound } from '../../../platform/errors';
import { ClinicEntity } from '../clinic.entity';
import { findLocked } from '../lock-clinic';
import type { EhrProvider, EhrSettings } from './ehr-settings';

/** A clinic that exchanges with a health record system. */
export interface ConnectedClinic {
  clinic: ClinicEntity;
  settings: EhrSettings;
}

/** Clinics and the health record systems that they are connected to. */
export class ConnectedClinics {
  constructor(private readonly database: Database) {}

  /**
   * The clinic that a source of messages is connected to. Throws when there is none, and a conflict when there are
   * several: nobody could say whose the message is.
   */
  async ofSource(provider: EhrProvider, sourceId: string): Promise<ConnectedClinic> {
    const enabled = { ehrSourceId: sourceId, ehrEnabled: true };
    const found = (await this.database.reader.findBy(ClinicEntity, enabled)).flatMap((clinic) => {
      const { ehrSettings: settings } = clinic;
      // MySQL takes no notice of blanks at the end.
      return settings?.provider === provider && settings.sourceId === sourceId ? [{ clinic, settings }] : [];
    });
    const [clinic] = found;
    if (!clinic) throw notFound('No clinic has an EHR connection with the source of the message.');
    if (found.length > 1)
      throw conflict('Several clinics have an EHR connection with the source of the message.');
    return clinic;
  }

  /** A clinic, or null when there is none or its connection is off. */
  async find(id: string): Promise<ConnectedClinic | null> {
    const [found = null] = await this.findWithin(this.database.reader, [id]);
    return found;
  }

  /** Those of these clinics whose connection is on, as a part of a larger change. */
  async findWithin(manager: EntityManager, ids: readonly string[]): Promise<ConnectedClinic[]> {
    const clinics = await manager.findBy(ClinicEntity, { id: In([...ids]) });
    return clinics.flatMap((clinic) => {
      const { ehrSettings: settings } = clinic;
      return settings?.enabled ? [{ clinic, settings }] : [];
    });
  }

  /** The clinics whose connection is on. */
  async ids(): Promise<string[]> {
    const enabled = await this.database.reader.find(ClinicEntity, {
      where: { ehrEnabled: true },
      select: { id: true },
    });
    return enabled.map(({ id }) => id);
  }

  /** How a clinic is connected; until the transaction ends, nobody else changes it. Null for a clinic that is not, or is gone. */
  async lockSettings(manager: EntityManager, id: string): Promise<EhrSettings | null> {
    const clinic = await findLocked(this.database, manager, id);
    return clinic?.ehrSettings ?? null;
  }
}
