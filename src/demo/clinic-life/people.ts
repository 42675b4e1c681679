import { demoEmail, demoPerson, type DemoPerson } from '../person';

/** Patients who stopped uploading, and the number of days since then. */
export const stoppedPeople: readonly { person: DemoPerson; days: number; endedDaysAgo: number }[] = [
  {
    person: demoPerson(
      'marlene.hoffmann',
      {
        fullName: 'Marlene Hoffmann',
        birthday: '1968-08-14',
        diagnosisDate: '1999-05-02',
        timezone: 'Europe/Vienna',
      },
      ['pump', 'fair', 41, 200],
      { sensor: 'dexcomG6', pump: 'ypsopump', meter: 'contourNextOne' },
    ),
    days: 14,
    endedDaysAgo: 23,
  },
  {
    person: demoPerson(
      'themba.nkosi',
      {
        fullName: 'Themba Nkosi',
        birthday: '2004-03-30',
        diagnosisDate: '2015-12-08',
        timezone: 'Africa/Johannesburg',
      },
      ['injections', 'poor', 50, 230],
      { sensor: 'freeStyleLibre2', pen: 'novoPen6', meter: 'accuChekGuide' },
    ),
    days: 14,
    endedDaysAgo: 61,
  },
];

/** Patients whose account was created by the clinic, is unclaimed and has no data. */
export const unclaimedPeople = [
  {
    fullName: 'Priya Natarajan',
    birthDate: '1979-01-25',
    email: demoEmail('priya.natarajan'),
    mrn: 'D-2001',
  },
  { fullName: 'Oskar Lindgren', birthDate: '2011-10-11', email: demoEmail('oskar.lindgren'), mrn: 'D-2002' },
] as const;

/** People with accounts who ask to become patients. */
export const newcomers = [
  { fullName: 'Yuki Mori', birthday: '1990-05-19', email: demoEmail('yuki.mori') },
  { fullName: 'Peter Novák', birthday: '1957-02-03', email: demoEmail('peter.novak') },
] as const;

/** Relatives who follow a person's glucose, by the key of that person. */
export const followers = [
  { fullName: 'Claire Dubois', email: demoEmail('claire.dubois'), follows: 'amelie.dubois' },
  { fullName: 'Ciarán Ó Briain', email: demoEmail('ciaran.obriain'), follows: 'saoirse.nibhriain' },
  { fullName: 'Nomsa Nkosi', email: demoEmail('nomsa.nkosi'), follows: 'themba.nkosi' },
] as const;

/** Patients whom the doctor follows, with alerts for low glucose. */
export const followedByDoctor: readonly string[] = ['saoirse.nibhriain', 'maya.goldberg'];

/** People whose sensors upload while the demo runs, and report a low. */
export const livePeople: readonly string[] = ['saoirse.nibhriain', 'amelie.dubois'];

/** People whose pump settings changed recently, and the number of days since then. */
export const newPumpSettings: Readonly<Record<string, number>> = {
  'kofi.mensah': 2,
  'maya.goldberg': 5,
  'sigrun.jonsdottir': 11,
};

/** Details of patients in the clinic beyond their profile, by their keys. */
export const careFacts = {
  'amelie.dubois': { mrn: 'D-1001', preset: 'adaPregnancyType1' },
  'kofi.mensah': { mrn: 'D-1002' },
  'saoirse.nibhriain': { mrn: 'D-1003' },
  'ingrid.solberg': { mrn: 'D-1018', preset: 'adaHighRisk' },
  'walter.kowalchuk': { mrn: 'D-1024', preset: 'adaHighRisk' },
} as const;

/** Patients whose data the doctor has reviewed. */
export const reviewed = ['amelie.dubois', 'kofi.mensah', 'walter.kowalchuk'] as const;
