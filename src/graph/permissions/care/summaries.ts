import type { IRules } from 'graphql-shield';
import type { ClinicRecord } from '../../../request/subjects';
import { clinicOfParent, thisClinic, worksInClinic } from './clinics';
import {
  accountOfParent,
  argumentUserId,
  mayOnAccount,
  partOfParent,
  recordedPart,
  thisUser,
  trustedServer,
} from '../rules';

const ranges = {
  total: partOfParent,
  inVeryLow: partOfParent,
  inLow: partOfParent,
  inTarget: partOfParent,
  inHigh: partOfParent,
  inVeryHigh: partOfParent,
  inExtremeHigh: partOfParent,
  inAnyLow: partOfParent,
  inAnyHigh: partOfParent,
};

/** Ranges of statistics, which are those of summaries and some more. */
const statisticsRanges = {
  inVeryLow: partOfParent,
  inLow: partOfParent,
  inTarget: partOfParent,
  inHigh: partOfParent,
  inVeryHigh: partOfParent,
  inExtremeHigh: partOfParent,
  inAnyLow: partOfParent,
  inAnyHigh: partOfParent,
  inTightRange: partOfParent,
  inPregnancyRange: partOfParent,
  targets: partOfParent,
};

const episodes = {
  lowEpisodes: partOfParent,
  veryLowEpisodes: partOfParent,
  extendedLowEpisodes: partOfParent,
  highEpisodes: partOfParent,
  veryHighEpisodes: partOfParent,
  extendedHighEpisodes: partOfParent,
};

const summary = { config: partOfParent, dates: partOfParent, periods: partOfParent };

/** Glucose statistics: anyone who may view the records may view them. */
export const summaryRules: IRules = {
  Query: {
    summary: mayOnAccount(['view'], argumentUserId),
    outdatedSummaries: trustedServer,
    migratableSummaries: trustedServer,
  },
  Mutation: { recomputeSummary: mayOnAccount(['view'], argumentUserId, { readsOnly: true }) },
  Subscription: { summaryChanged: mayOnAccount(['view'], argumentUserId) },
  User: {
    summary: mayOnAccount(['view'], thisUser),
    glucoseProfile: mayOnAccount(['view'], thisUser),
    glucoseStatistics: mayOnAccount(['view'], thisUser),
  },
  Patient: { summary: partOfParent, glucoseStatistics: mayOnAccount(['view'], accountOfParent) },
  PatientSummary: summary,
  PatientPeriod: { ...ranges, delta: partOfParent },
  PatientPeriodDelta: ranges,
  Clinic: { realtimeReport: worksInClinic(thisClinic), statisticsOverTime: worksInClinic(thisClinic) },
  ClinicIntervalStatistics: { groups: partOfParent },
  PatientGroupInterval: {
    tag: partOfParent,
    site: partOfParent,
    clinician: worksInClinic(clinicOfParent),
  },
  RealtimeReport: {
    patients: recordedPart<{ patients: ClinicRecord[] }>((_args, { patients }) => patients),
  },
  GlucoseProfile: { bins: partOfParent, daily: partOfParent },
  GlucoseStatistics: {
    ...statisticsRanges,
    ...episodes,
    byHour: partOfParent,
    byDay: partOfParent,
    trend: mayOnAccount(['view'], accountOfParent),
  },
  GlucoseStatisticsOfHour: statisticsRanges,
  GlucoseStatisticsOfDay: statisticsRanges,
  GlucoseTargetShares: {
    below: partOfParent,
    within: partOfParent,
    above: partOfParent,
    goals: partOfParent,
  },
  GlucoseSummary: summary,
  ContinuousSummary: summary,
  SummaryPayload: { summary: partOfParent },
  SummaryChange: { summary: partOfParent },
  GlucosePeriod: { ...ranges, delta: partOfParent },
  GlucosePeriodDelta: ranges,
  ContinuousPeriod: { realtime: partOfParent, deferred: partOfParent, total: partOfParent },
};
