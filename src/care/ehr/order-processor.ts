import type { Database } from '../../platform/database/database';
import { ApiError } from '../../platform/errors';
import type { TaskOutcome } from '../../platform/tasks/task-handler';
import type { PatientDirectory } from '../patients/patient-directory.service';
import type { PatientRecord } from '../patients/patient-records';
import type { PatientTagService } from '../patients/labels/patient-tag.service';
import type { AlongsideOpening, PatientService } from '../patients/patient.service';
import type { EhrSettings, ProcedureCodes } from '../clinics/settings/ehr-settings';
import { isThirteen } from './age';
import { toFlowsheet, toNote, toResults, type Answer, type Notice } from './answers';
import { readPerson, type EhrMatchService, type MatchAction, type OrderMatch } from './ehr-match.service';
import type { EhrMessageService } from './ehr-message.service';
import type { EhrSubscriptionService } from './ehr-subscription.service';
import { joinNames, findMrn, type Order } from './order';
import type { OutgoingService } from './outgoing.service';
import type { PatientReportService } from './report/patient-report.service';
import { toObservations } from './statistics';

/** The outcome of an order. */
interface Result {
  /** The patient; null if there is none. */
  userId: string | null;
  /** Why the order had no effect; null if it had one. */
  reason: string | null;
  answers: (Answer | null)[];
}

/** In order of precedence. */
const procedures = [
  'enableSummaryReports',
  'disableSummaryReports',
  'createAccount',
  'createAccountAndEnableReports',
] as const satisfies readonly (keyof ProcedureCodes)[];

type Procedure = (typeof procedures)[number];

const unknownCode = 'The settings of the clinic do not name the procedure code of the order';
const nobody = 'No matching patients were found';
const outdated = 'A newer order, or a new record number of the patient, has turned reports on or off already';
const several = 'Multiple matching patients were found';

/** The order has no effect, and the sender is notified of the reason. */
const refused = (match: OrderMatch, kind: Notice['kind'], text: string): Result => ({
  userId: null,
  reason: text,
  answers: [toResults(match, { kind, isSuccess: false, text })],
});

/** What an order requests; null if the clinic does not know its code. An empty code counts as unknown. */
function findProcedure({ order: { procedureCode }, settings }: OrderMatch): Procedure | null {
  if (!procedureCode) return null;
  return procedures.find((name) => settings.procedureCodes[name] === procedureCode) ?? null;
}

/** Thrown when an account must not be created because the clinic has this patient. */
class KnownPatient extends Error {}

/** Dependencies of the class below. */
interface Parts {
  database: Database;
  ehrMatches: EhrMatchService;
  ehrMessages: EhrMessageService;
  ehrSubscriptions: EhrSubscriptionService;
  patients: PatientService;
  patientTags: PatientTagService;
  patientDirectory: PatientDirectory;
  ehrOutgoing: OutgoingService;
  patientReports: PatientReportService;
}

/** Processes orders: creates accounts, turns reports on and off, and responds. */
export class OrderProcessor {
  constructor(private readonly parts: Parts) {}

  /** Processes an order. Throws when its clinic cannot be determined, and when it should be retried. */
  async process(documentId: string): Promise<TaskOutcome> {
    const match = await this.parts.ehrMatches.locate(documentId);
    const clinicId = match.clinic.id;
    const procedureName = findProcedure(match);
    await this.parts.ehrMessages.noteClinic(documentId, { clinicId, procedureName });
    try {
      const { answers, userId, reason } = await this.follow(match, procedureName);
      return {
        state: 'completed',
        effect: async (manager) => {
          const contents = answers.filter((content) => content !== null);
          // Locks the patient before the message, as a match does.
          await this.parts.ehrOutgoing.add(manager, { clinicId, userId, orderId: documentId }, contents);
          await this.parts.ehrMessages.settle(manager, documentId, { clinicId, userId, reason });
        },
      };
    } catch (error) {
      await this.parts.ehrMessages.noteFailure(documentId, error);
      throw error;
    }
  }

  private async follow(match: OrderMatch, procedure: Procedure | null): Promise<Result> {
    // Throws when required details are missing, whatever the order requests.
    readPerson(match.order, match.settings);
    switch (procedure) {
      case null:
        return { userId: null, reason: unknownCode, answers: [] };
      case 'enableSummaryReports':
        return this.setReports(match, 'ENABLE_REPORTS');
      case 'disableSummaryReports':
        return this.setReports(match, 'DISABLE_REPORTS');
      case 'createAccount':
        return this.createAccount(match);
      case 'createAccountAndEnableReports':
        return this.createAndEnable(match);
    }
  }

  private async setReports(match: OrderMatch, action: MatchAction, isReported = true): Promise<Result> {
    const { message, settings } = match;
    const found = await this.parts.ehrMatches.match(message.id, {
      criteria: ['MRN_DOB'],
      onUniqueMatch: action,
    });
    const [only, ...others] = found.patients ?? [];
    const kind = 'MATCHING_RESULT';
    if (!only) return refused(match, kind, nobody);
    if (others.length > 0) return refused(match, kind, several);
    const { userId } = only.patient;
    const notice = { kind, isSuccess: true, text: 'Patient was successfully matched' } as const;
    const answers = isReported ? [toResults(match, notice)] : [];
    if (action === 'DISABLE_REPORTS') return { userId, reason: null, answers };
    const { database, ehrSubscriptions } = this.parts;
    if (!(await ehrSubscriptions.follows(database.reader, only.patient, message.id)))
      return { userId, reason: outdated, answers };
    await this.updatePatient(match, only);
    const known = await this.parts.patientDirectory.summarized(only);
    const observations = toObservations(known.summary, settings, match.clinic.preferredBgUnits);
    const report = () => this.parts.patientReports.pdf(known, match.clinic);
    const note = await toNote(match, observations, { id: message.id, replacedId: null, report });
    return { userId, reason: null, answers: [...answers, toFlowsheet(match, observations), note] };
  }

  /** An order that is processed again finds the account that it created, and sends the same response. */
  private async createAccount(match: OrderMatch): Promise<Result> {
    const { message, order, settings, clinic } = match;
    const kind = 'ACCOUNT_CREATION_RESULT';
    const failed = (text: string) => refused(match, kind, text);
    const opened = (userId: string) => {
      const notice = { kind, isSuccess: true, text: 'Account was successfully created' } as const;
      return { userId, reason: null, answers: [toResults(match, notice)] };
    };
    if (message.openedUserId !== null) return opened(message.openedUserId);
    const [mrn, fullName, { birthDate }] = [findMrn(order, settings.mrnIdType), joinNames(order), order];
    if (mrn === null || fullName === null || birthDate === null)
      return failed('The order does not contain record number, name and birthday of the patient.');
    const criteria = ['MRN', 'DOB_FULLNAME'] as const;
    const found = await this.parts.ehrMatches.match(message.id, { criteria });
    if (found.patients?.length) return failed('patient already exists');
    const [email] = isThirteen(birthDate) ? order.emails : order.guarantorEmails;
    const alongside: AlongsideOpening = {
      // Two orders about one person may be processed at the same time.
      check: async (manager) => {
        if (await this.parts.ehrMatches.isKnown(manager, match, criteria)) throw new KnownPatient();
      },
      follow: (manager, patient) => this.parts.ehrMessages.noteOpened(manager, message.id, patient),
    };
    try {
      const fields = { fullName, birthDate, mrn, ...(email !== undefined && { email }) };
      const { patient } = await this.parts.patients.create(clinic.id, fields, null, alongside);
      return opened(patient.userId);
    } catch (error) {
      if (error instanceof KnownPatient) return failed('patient already exists');
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return failed(error.code === 'CONFLICT' ? 'the email address is already in use' : error.message);
    }
  }

  private async isPatient({ message }: OrderMatch): Promise<boolean> {
    const { patients } = await this.parts.ehrMatches.match(message.id, { criteria: ['MRN_DOB'] });
    return (patients ?? []).length > 0;
  }

  private async createAndEnable(match: OrderMatch): Promise<Result> {
    const isOpened = match.message.openedUserId !== null;
    if (!isOpened && (await this.isPatient(match))) return this.setReports(match, 'ENABLE_REPORTS');
    const created = await this.createAccount(match);
    if (created.userId === null)
      // Another order may have created the account meanwhile.
      return (await this.isPatient(match)) ? this.setReports(match, 'ENABLE_REPORTS') : created;
    const enabled = await this.setReports(match, 'ENABLE_REPORTS', false);
    return { ...enabled, answers: [...created.answers, ...enabled.answers] };
  }

  /**
   * Replaces the tags of the patient with those in the order, and adds an email address if there is none and the clinic manages
   * the account, unless the address or the record number is refused. Neither keeps the order from its answer.
   */
  private async updatePatient({ order, settings }: OrderMatch, { patient }: PatientRecord): Promise<void> {
    const tagIds = await this.findTags(patient.clinicId, order, settings);
    const isOpen = patient.email === null && patient.permissions.includes('custodian');
    const [email] = isThirteen(patient.birthDate) ? order.emails : order.guarantorEmails;
    // The rules for record numbers, which `update` checks, do not concern tags.
    if (tagIds) await this.parts.patientTags.replace(patient, tagIds);
    if (!isOpen || email === undefined) return;
    await this.parts.patients.update(patient, { email }, []).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
    });
  }

  /** The tags named in an order; missing ones are created. Empty if the clinic does not use tags from orders. */
  private async findTags(
    clinicId: string,
    { clinicalInfo }: Order,
    { tags: { codes, separator } }: EhrSettings,
  ): Promise<string[] | null> {
    if (codes.length === 0) return null;
    const names = clinicalInfo
      .filter(({ code }) => codes.includes(code))
      .flatMap(({ value }) => (separator ? value.split(separator) : [value]))
      .map((name) => name.trim())
      .filter((name) => name !== '');
    return this.parts.patientTags.named(clinicId, names);
  }
}
