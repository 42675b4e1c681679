/** The author: the patient, or the doctor or nurse of the clinic. */
export type NoteAuthor = 'doctor' | 'nurse' | 'patient';

interface Note {
  author: NoteAuthor;
  text: string;
}

/** A message in a person's account, and its replies. */
export interface NoteThread extends Note {
  /** Key of the person. */
  about: string;
  /** Days before today, and minutes after midnight UTC. */
  daysAgo: number;
  minute: number;
  replies: readonly Note[];
}

/** The messages between people and their clinic. */
export const noteThreads: readonly NoteThread[] = [
  {
    about: 'amelie.dubois',
    daysAgo: 12,
    minute: 1110,
    author: 'patient',
    text: 'Low after swimming again. I ate 20 g before. #exercise',
    replies: [
      { author: 'nurse', text: 'Please try the exercise target an hour before you start.' },
      { author: 'patient', text: 'I will, thank you!' },
    ],
  },
  {
    about: 'amelie.dubois',
    daysAgo: 3,
    minute: 560,
    author: 'doctor',
    text: 'Week 14: targets for pregnancy are set. Next visit in two weeks.',
    replies: [],
  },
  {
    about: 'kofi.mensah',
    daysAgo: 9,
    minute: 780,
    author: 'doctor',
    text: 'Time in range is better than in spring. Keep the settings as they are.',
    replies: [{ author: 'patient', text: 'Good to hear.' }],
  },
  {
    about: 'saoirse.nibhriain',
    daysAgo: 6,
    minute: 1020,
    author: 'patient',
    text: 'School trip on Friday: how much less basal for a day of walking?',
    replies: [{ author: 'nurse', text: 'Start with a temporary rate of 70 %, and carry glucose.' }],
  },
  {
    about: 'walter.kowalchuk',
    daysAgo: 20,
    minute: 900,
    author: 'nurse',
    text: 'Sensor was off for some days. Showed him how to fix it with tape.',
    replies: [],
  },
  {
    about: 'themba.nkosi',
    daysAgo: 30,
    minute: 840,
    author: 'nurse',
    text: 'No uploads for a month. Called, left a message.',
    replies: [],
  },
];
