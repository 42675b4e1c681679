import { clinicianRoles, isClinicianRole } from '../../care/clinics/people/clinician-role';
import type { ClinicEntity } from '../../care/clinics/clinic.entity';
import { tierDescription, tiers, type Tier } from '../../care/clinics/tier';
import { badInput, notFound } from '../../platform/errors';
import { listItems } from '../../platform/list-part';
import { optionText, parameter, type Outcome, type ServiceCommand } from './command';
import { limitOption, readLimit } from './limit';
import { facts, instant, table } from './print';
import type { AdministrationSession } from './session';

const clinicParameter = ['<clinic>', 'Id of the clinic.'] as const;

const describeClinic = ({ id, name, tier, shareCode, createdTime }: ClinicEntity) => ({
  id,
  name,
  tier,
  shareCode,
  createdTime: instant(createdTime),
});

const showClinic = (clinic: ClinicEntity): Outcome => ({
  data: describeClinic(clinic),
  text: facts({
    Id: clinic.id,
    Name: clinic.name,
    Tier: `${clinic.tier} (${tierDescription(clinic.tier)})`,
    'Share code': clinic.shareCode,
    Created: instant(clinic.createdTime),
  }),
});

async function findClinic({ services }: AdministrationSession, id: string): Promise<ClinicEntity> {
  const [clinic] = await services.clinics.findMany([id]);
  if (!clinic) throw notFound(`There is no clinic ${id}.`);
  return clinic;
}

/** Clinics: find, create, tier, members. */
export const clinicCommands: readonly ServiceCommand[] = [
  {
    name: 'clinics find',
    description: 'Lists clinics in the order of their creation.',
    parameters: [['[text]', 'A part of the name, ignoring case.']],
    options: [['--share-code <code>', 'Only the clinic with this share code.'], limitOption],
    examples: ['clinics find', 'clinics find harbor', 'clinics find --share-code ABCD-EFGH-JKLM'],
    async run({ services }, given) {
      const filter = { name: given.args[0], shareCode: optionText(given, 'shareCode') };
      const clinics = listItems(await services.clinics.list(filter, { size: readLimit(given) }));
      return {
        data: clinics.map(describeClinic),
        text: table(
          ['Id', 'Name', 'Tier', 'Share code', 'Created'],
          clinics.map((clinic) => [
            ...[clinic.id, clinic.name, clinic.tier, clinic.shareCode],
            instant(clinic.createdTime),
          ]),
          'There are no such clinics.',
        ),
      };
    },
  },
  {
    name: 'clinics show',
    description: 'Shows a clinic.',
    parameters: [clinicParameter],
    examples: ['clinics show 68f0c1a2b3c4d5e6f7a8b9c0'],
    run: async (session, given) => showClinic(await findClinic(session, parameter(given, 0))),
  },
  {
    name: 'clinics create',
    description: 'Creates a clinic. Its first administrator is an account that exists.',
    parameters: [['<name>', 'Name of the clinic.']],
    options: [
      ['--admin <account>', 'Id or address of the first administrator. Required.'],
      ['--units <units>', 'Units of glucose that it prefers: mg/dL or mmol/L.', 'mg/dL'],
      ['--timezone <name>', 'Time zone, such as America/New_York.'],
      ['--country <code>', 'Country, such as US.'],
    ],
    examples: ['clinics create "Harbor Clinic" --admin nurse@example.org --timezone America/New_York'],
    async run(session, given) {
      const admin = optionText(given, 'admin');
      if (admin === undefined) throw badInput('--admin is required: a clinic has an administrator.');
      const { id: adminId } = await session.account(admin);
      const fields = {
        name: parameter(given, 0),
        preferredBgUnits: optionText(given, 'units') ?? 'mg/dL',
        timezone: optionText(given, 'timezone'),
        country: optionText(given, 'country'),
      };
      return showClinic(
        await session.change('clinics create', [adminId], () =>
          session.services.clinics.create(fields, adminId),
        ),
      );
    },
  },
  {
    name: 'clinics tier',
    description: `Sets the service tier of a clinic: ${tiers.map((tier) => `${tier} (${tierDescription(tier)})`).join(', ')}.`,
    parameters: [clinicParameter, ['<tier>', 'The tier.']],
    examples: ['clinics tier 68f0c1a2b3c4d5e6f7a8b9c0 tier0300'],
    async run(session, given) {
      const [id, tier] = [parameter(given, 0), parameter(given, 1)];
      if (!(tiers as readonly string[]).includes(tier))
        throw badInput(`There is no tier ${tier}. The tiers are ${tiers.join(', ')}.`);
      await findClinic(session, id);
      return showClinic(
        await session.change(`clinics tier ${id} ${tier}`, [], () =>
          session.services.clinicSettings.setTier(id, tier as Tier),
        ),
      );
    },
  },
  {
    name: 'clinics members list',
    description: 'Lists the members of a clinic and those who are invited, newest first.',
    parameters: [clinicParameter],
    options: [limitOption],
    examples: ['clinics members list 68f0c1a2b3c4d5e6f7a8b9c0'],
    async run(session, given) {
      const { id: clinicId } = await findClinic(session, parameter(given, 0));
      const question = { clinicId, filter: {}, size: readLimit(given) };
      const [page = []] = await session.services.clinicians.pages([question]);
      const members = listItems(page).map(({ userId, email, name, roles, createdTime }) => ({
        ...{ userId, email, name, roles },
        createdTime: instant(createdTime),
      }));
      return {
        data: members,
        text: table(
          ['Account', 'Address', 'Name', 'Roles', 'Since'],
          members.map(({ userId, email, name, roles, createdTime }) => [
            ...[userId ?? 'invited', email, name, roles.join(', '), createdTime],
          ]),
          'The clinic has no members.',
        ),
      };
    },
  },
  {
    name: 'clinics members add',
    description: 'Makes an account a member of a clinic.',
    parameters: [clinicParameter, ['<account>', 'Id or address of the account.']],
    options: [['--role <role>', `One of ${clinicianRoles.join(', ')}.`, 'CLINIC_MEMBER']],
    examples: ['clinics members add 68f0c1a2b3c4d5e6f7a8b9c0 nurse@example.org --role CLINIC_ADMIN'],
    async run(session, given) {
      const { clinicians, metadata } = session.services;
      const role = optionText(given, 'role') ?? 'CLINIC_MEMBER';
      if (!isClinicianRole(role))
        throw badInput(`There is no role ${role}. The roles are ${clinicianRoles.join(', ')}.`);
      const clinic = await findClinic(session, parameter(given, 0));
      const { id: userId, email } = await session.account(parameter(given, 1));
      const [name = null] = await metadata.displayNames([userId]);
      await session.change(`clinics members add ${clinic.id} ${role}`, [userId], () =>
        clinicians.create(clinic.id, { userId, email, name, roles: [role] }),
      );
      return { data: { clinicId: clinic.id, userId, role }, text: `${userId} works at ${clinic.name}.` };
    },
  },
  {
    name: 'clinics members remove',
    description: 'Removes a member from a clinic.',
    parameters: [clinicParameter, ['<account>', 'Id or address of the account.']],
    examples: ['clinics members remove 68f0c1a2b3c4d5e6f7a8b9c0 nurse@example.org --yes'],
    confirmation: (given) => `Remove ${parameter(given, 1)} from the clinic ${parameter(given, 0)}?`,
    async run(session, given) {
      const clinic = await findClinic(session, parameter(given, 0));
      const { id: userId } = await session.account(parameter(given, 1));
      await session.change(`clinics members remove ${clinic.id}`, [userId], () =>
        session.services.clinicians.remove({ clinicId: clinic.id, userId }, { userId: null }),
      );
      return { data: { clinicId: clinic.id, userId }, text: `${userId} no longer works at ${clinic.name}.` };
    },
  },
];
