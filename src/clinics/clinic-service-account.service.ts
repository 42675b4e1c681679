import type { Database } from '../database/database';
import { badInput } from '../errors';
import type { ServiceCredentialsService } from '../token-service/service-credentials.service';
import { ClinicEntity } from './clinic.entity';
import type { ClinicianEntity } from './clinician.entity';
import type { ClinicianService } from './clinician.service';
import { assertMigrated, noSuchClinic } from './lock-clinic';

/** A program, and the credentials that it gets its tokens with. */
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
   * Lets a program work in a clinic as a member. Throws when there is no such clinic, when it is still an account of the
   * old kind, when the credentials are not right, and a conflict when the program works there already.
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
    const userId = await this.credentials.accountOf(clientId, clientSecret);
    if (userId === null) throw badInput('The credentials are not those of a service account.');
    return this.clinicians.create(clinicId, { userId, email: null, name, roles: ['CLINIC_MEMBER'] });
  }
}
