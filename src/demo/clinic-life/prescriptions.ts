import type { PrescriptionAttributes } from '../../care/prescriptions/attributes';
import { demoEmail } from '../person';

/** The clinic's prescriptions: submitted, pending and draft. */
export const demoPrescriptions: readonly PrescriptionAttributes[] = [
  {
    state: 'submitted',
    accountType: 'patient',
    firstName: 'Yuki',
    lastName: 'Mori',
    birthday: '1990-05-19',
    email: demoEmail('yuki.mori'),
    sex: 'female',
    weight: { value: 58, units: 'kg' },
    yearOfDiagnosis: 2008,
    phoneNumber: { countryCode: 1, number: '(802) 555-0143' },
    training: 'inModule',
    therapySettings: 'initial',
    prescriberTermsAccepted: true,
    calculator: {
      method: 'weight',
      weight: 58,
      weightUnits: 'kg',
      recommendedBasalRate: 0.6,
      recommendedCarbohydrateRatio: 14,
      recommendedInsulinSensitivity: 52,
    },
    initialSettings: {
      bloodGlucoseUnits: 'mg/dL',
      basalRateSchedule: [
        { start: 0, rate: 0.55 },
        { start: 43_200_000, rate: 0.65 },
      ],
      carbohydrateRatioSchedule: [{ start: 0, amount: 14 }],
      insulinSensitivitySchedule: [{ start: 0, amount: 52 }],
      bloodGlucoseTargetSchedule: [{ start: 0, low: 100, high: 110 }],
      bloodGlucoseTargetPhysicalActivity: { low: 140, high: 160 },
      bloodGlucoseTargetPreprandial: { low: 80, high: 100 },
      glucoseSafetyLimit: 75,
      insulinModel: 'rapidAdult',
      basalRateMaximum: { units: 'Units/hour', value: 3 },
      bolusAmountMaximum: { units: 'Units', value: 10 },
      pumpId: 'c524b5b0-632e-4125-8f6a-df9532d8f6fe',
      cgmId: 'd25c3f1b-a2e8-44e2-b3a3-fd07806fc245',
    },
  },
  {
    state: 'draft',
    accountType: 'patient',
    firstName: 'Priya',
    lastName: 'Natarajan',
    birthday: '1979-01-25',
    email: demoEmail('priya.natarajan'),
    sex: 'female',
  },
];
