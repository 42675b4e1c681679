import type { Database } from '../../../platform/database/database';
import { badInput } from '../../../platform/errors';
import type { ServiceCredentialsService } from '../../../identity/token-service/service-credentials.service';
import { ClinicEntity } from '../clinic.entity';
import type { ClinicianEntity } from './clinician.entity';
import type { ClinicianService } from './clinician.service';
import { assertMigrated, noSuchClinic } from '../lock-clinic';

/** A program and its client credentials. */
export interface ServiceCredentials {
  name: string;
  clientId: string;
  clientSecret: string;
}

const refusal = (name: string): Error => {
  const detail = `"${name}" must not be empty.`;
  const source = { pointer: `/input/${name}` };
  return badInput(detail, [{ code: 'value-empty', title: 'value is empty', detail, source }]);
};

/** Programs that work in clinics. */
export class ClinicServiceAccountService {
  constructor(
    private readonly database: Database,
    private readonly clinicians: ClinicianService,
    private readonly credentials: ServiceCredentialsService,
  ) {}

  /**
   * Adds a program to a clinic as a member. Throws when the clinic does not exist or is a legacy account, when the
   * credentials are wrong, and a conflict when the program already works there.
   */
  async add(
    clinicId: string,
    { name, clientId, clientSecret }: ServiceCredentials,
  ): Promise<ClinicianEntity> {
    if (name === '') throw refusal('name');
    if (clientId === '') throw refusal('client_id');
    if (clientSecret === '') throw refusal('client_secret');
    const clinic = await this.database.reader.findOneBy(ClinicEntity, { id: clinicId });
    if (!clinic) throw noSuchClinic();
    assertMigrated(clinic);
    const userId = await this.credentials.findAccount(clientId, clientSecret);
    if (userId === null) throw badInput('The credentials do not belong to a service account.');
    return this.clinicians.create(clinicId, { userId, email: null, name, roles: ['CLINIC_MEMBER'] });
  }
}
