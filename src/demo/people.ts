import { demoEmail, demoPerson, type DemoPerson, type DemoStaffMember } from './person';

/** The clinic's patients. All are fictional. */
export const demoPeople: readonly DemoPerson[] = [
  demoPerson(
    'amelie.dubois',
    {
      fullName: 'Amélie Dubois',
      birthday: '1989-04-17',
      diagnosisDate: '2001-09-03',
      timezone: 'Europe/Paris',
    },
    ['closed-loop', 'tight', 38, 190],
    { sensor: 'dexcomG6', pump: 'omnipodDash', meter: 'contourNextOne' },
  ),
  demoPerson(
    'kofi.mensah',
    {
      fullName: 'Kofi Mensah',
      birthday: '1994-11-02',
      diagnosisDate: '2006-01-20',
      timezone: 'Africa/Accra',
    },
    ['closed-loop', 'tight', 46, 230],
    { sensor: 'dexcomG7', pump: 'tslimX2', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'saoirse.nibhriain',
    {
      fullName: 'Saoirse Ní Bhriain',
      birthday: '2012-06-28',
      diagnosisDate: '2017-03-11',
      timezone: 'Europe/Dublin',
    },
    ['closed-loop', 'tight', 27, 190],
    { sensor: 'dexcomG6', pump: 'omnipodDash', meter: 'contourNextOne' },
  ),
  demoPerson(
    'haruto.tanaka',
    { fullName: '田中 陽翔', birthday: '1976-02-09', diagnosisDate: '1990-07-30', timezone: 'Asia/Tokyo' },
    ['closed-loop', 'tight', 34, 210],
    { sensor: 'guardian4', pump: 'minimed780G', meter: 'verioReflect' },
  ),
  demoPerson(
    'lucia.fernandez',
    {
      fullName: 'Lucía Fernández Ibáñez',
      birthday: '2001-08-21',
      diagnosisDate: '2009-12-05',
      timezone: 'Europe/Madrid',
    },
    ['closed-loop', 'tight', 41, 200],
    { sensor: 'dexcomG7', pump: 'tslimX2', meter: 'contourNextOne' },
  ),
  demoPerson(
    'tomasz.wisniewski',
    {
      fullName: 'Tomasz Wiśniewski',
      birthday: '1983-01-15',
      diagnosisDate: '1997-05-26',
      timezone: 'Europe/Warsaw',
    },
    ['closed-loop', 'fair', 58, 250],
    { sensor: 'guardian4', pump: 'minimed780G', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'maya.goldberg',
    {
      fullName: 'Maya Goldberg',
      birthday: '2008-10-13',
      diagnosisDate: '2014-02-18',
      timezone: 'America/New_York',
    },
    ['closed-loop', 'fair', 52, 240],
    { sensor: 'dexcomG6', pump: 'tslimX2', meter: 'verioReflect' },
  ),
  demoPerson(
    'liam.oconnor',
    {
      fullName: 'Liam O’Connor',
      birthday: '2016-03-04',
      diagnosisDate: '2020-08-09',
      timezone: 'America/Chicago',
    },
    ['closed-loop', 'fair', 18, 150],
    { sensor: 'dexcomG6', pump: 'omnipodDash', meter: 'contourNextOne' },
  ),
  demoPerson(
    'zeynep.yildiz',
    {
      fullName: 'Zeynep Yıldız',
      birthday: '1998-12-24',
      diagnosisDate: '2010-10-10',
      timezone: 'Europe/Istanbul',
    },
    ['closed-loop', 'poor', 49, 230],
    { sensor: 'dexcomG7', pump: 'tslimX2', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'sigrun.jonsdottir',
    {
      fullName: 'Sigrún Jónsdóttir',
      birthday: '1971-07-07',
      diagnosisDate: '1985-04-01',
      timezone: 'Atlantic/Reykjavik',
    },
    ['pump', 'tight', 33, 170],
    { sensor: 'freeStyleLibre2', pump: 'ypsopump', meter: 'contourNextOne' },
  ),
  demoPerson(
    'arjun.raghavan',
    {
      fullName: 'Arjun Raghavan',
      birthday: '1991-09-19',
      diagnosisDate: '2004-06-14',
      timezone: 'Asia/Kolkata',
    },
    ['pump', 'tight', 44, 240],
    { sensor: 'freeStyleLibre2', pump: 'minimed780G', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'chloe.whitehorse',
    {
      fullName: 'Chloe Whitehorse',
      birthday: '1987-05-30',
      diagnosisDate: '1999-11-22',
      timezone: 'America/Denver',
    },
    ['pump', 'fair', 47, 210],
    { sensor: 'dexcomG6', pump: 'tslimX2', meter: 'verioReflect' },
  ),
  demoPerson(
    'mateus.oliveira',
    {
      fullName: 'Mateus de Oliveira',
      birthday: '2005-02-11',
      diagnosisDate: '2013-07-17',
      timezone: 'America/Sao_Paulo',
    },
    ['pump', 'fair', 55, 260],
    { sensor: 'guardian4', pump: 'minimed780G', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'giulia.esposito',
    {
      fullName: 'Giulia Esposito',
      birthday: '1968-11-29',
      diagnosisDate: '2011-03-08',
      timezone: 'Europe/Rome',
      diagnosisType: 'lada',
    },
    ['pump', 'fair', 36, 180],
    { sensor: 'dexcomG6', pump: 'omnipodDash', meter: 'contourNextOne' },
  ),
  demoPerson(
    'nikos.papadakis',
    {
      fullName: 'Νίκος Παπαδάκης',
      birthday: '1979-06-02',
      diagnosisDate: '1993-09-27',
      timezone: 'Europe/Athens',
    },
    ['pump', 'poor', 57, 240],
    { sensor: 'freeStyleLibre2', pump: 'ypsopump', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'destiny.brooks',
    {
      fullName: 'Destiny Brooks',
      birthday: '2007-04-25',
      diagnosisDate: '2015-01-31',
      timezone: 'America/Los_Angeles',
    },
    ['pump', 'poor', 60, 250],
    { sensor: 'dexcomG7', pump: 'tslimX2', meter: 'verioReflect' },
  ),
  demoPerson(
    'wiremu.parata',
    {
      fullName: 'Wiremu Parata',
      birthday: '1965-08-16',
      diagnosisDate: '2016-05-12',
      timezone: 'Pacific/Auckland',
      diagnosisType: 'type3c',
      sensorWear: 0.86,
    },
    ['pump', 'poor', 48, 200],
    { sensor: 'guardian4', pump: 'minimed780G', meter: 'contourNextOne' },
  ),
  demoPerson(
    'ingrid.solberg',
    {
      fullName: 'Ingrid Sølberg',
      birthday: '1959-03-22',
      diagnosisDate: '1974-10-05',
      timezone: 'Europe/Oslo',
    },
    ['injections', 'tight', 29, 160],
    { sensor: 'freeStyleLibre2', pen: 'novoPen6', meter: 'contourNextOne' },
  ),
  demoPerson(
    'nguyen.minh.anh',
    {
      fullName: 'Nguyễn Minh Anh',
      birthday: '1993-01-08',
      diagnosisDate: '2018-02-24',
      timezone: 'Asia/Ho_Chi_Minh',
    },
    ['injections', 'tight', 30, 180],
    { sensor: 'dexcomG7', pen: 'inPen', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'oluwaseun.adeyemi',
    {
      fullName: 'Olúwaṣeun Adéyẹmí',
      birthday: '1985-10-31',
      diagnosisDate: '2003-03-15',
      timezone: 'Africa/Lagos',
    },
    ['injections', 'tight', 42, 220],
    { sensor: 'freeStyleLibre2', pen: 'novoPen6', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'hannah.schroeder',
    {
      fullName: 'Hannah Schröder',
      birthday: '1996-07-12',
      diagnosisDate: '2012-08-28',
      timezone: 'Europe/Berlin',
    },
    ['injections', 'fair', 40, 200],
    { sensor: 'dexcomG6', pen: 'novoPen6', meter: 'accuChekGuide' },
  ),
  demoPerson(
    'jamal.haddad',
    {
      fullName: 'جمال حداد',
      birthday: '1972-05-05',
      diagnosisDate: '2009-06-19',
      timezone: 'Asia/Amman',
      diagnosisType: 'type2',
    },
    ['injections', 'fair', 62, 230],
    { sensor: 'freeStyleLibre2', pen: 'inPen', meter: 'verioReflect' },
  ),
  demoPerson(
    'eszter.szabo',
    {
      fullName: 'Szabó Eszter',
      birthday: '2003-09-09',
      diagnosisDate: '2018-11-03',
      timezone: 'Europe/Budapest',
      diagnosisType: 'mody',
    },
    ['injections', 'fair', 43, 210],
    { sensor: 'freeStyleLibre2', pen: 'novoPen6', meter: 'contourNextOne' },
  ),
  demoPerson(
    'walter.kowalchuk',
    {
      fullName: 'Walter Kowalchuk',
      birthday: '1951-12-18',
      diagnosisDate: '2007-02-02',
      timezone: 'America/Winnipeg',
      diagnosisType: 'type2',
      sensorWear: 0.7,
    },
    ['injections', 'poor', 64, 220],
    { sensor: 'freeStyleLibre2', pen: 'novoPen6', meter: 'verioReflect' },
  ),
  demoPerson(
    'brianna.taylor',
    {
      fullName: 'Brianna Taylor',
      birthday: '2000-06-06',
      diagnosisDate: '2011-09-21',
      timezone: 'Australia/Adelaide',
    },
    ['injections', 'poor', 52, 240],
    { sensor: 'dexcomG7', pen: 'inPen', meter: 'contourNextOne' },
  ),
  demoPerson(
    'dmytro.shevchenko',
    {
      fullName: 'Дмитро Шевченко',
      birthday: '1988-02-27',
      diagnosisDate: '2000-12-12',
      timezone: 'Europe/Vilnius',
    },
    ['injections', 'poor', 54, 250],
    { sensor: 'freeStyleLibre2', pen: 'novoPen6', meter: 'accuChekGuide' },
  ),
];

/** The clinic's staff: a person for each of the two usual roles. */
export const demoStaff: readonly DemoStaffMember[] = [
  {
    key: 'miriam.oduya',
    fullName: 'Dr. Miriam Oduya',
    email: demoEmail('miriam.oduya'),
    title: 'doctor',
  },
  {
    key: 'jonas.lindqvist',
    fullName: 'Jonas Lindqvist',
    email: demoEmail('jonas.lindqvist'),
    title: 'nurse',
  },
];
