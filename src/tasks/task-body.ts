import { integer, json, objectType, text, time } from '../data/record-types/builders';

/** Exclusive limit of the numbers that both databases keep as integers. */
const largestInteger = 2 ** 31 - 1;

const changeable = [
  integer('priority', {
    minimum: 0,
    maximum: largestInteger,
    description: 'The larger, the sooner the task is run; 0 when absent.',
  }),
  json('data', { objectOnly: true, description: 'What the handler of the type needs to know.' }),
  time('availableTime', { description: 'Not to be run before.' }),
  time('expirationTime', {
    future: true,
    notBefore: 'availableTime',
    description: 'Not to be run from then on.',
  }),
];

/** What a trusted server says of a new task. */
export const taskBody = objectType('NewTask', {
  description: 'A task to queue.',
  fields: [
    text('type', { required: true, minLength: 1, maxLength: 255, description: 'What is to be done.' }),
    text('name', { minLength: 1, maxLength: 255, description: 'A name that no other task has.' }),
    ...changeable,
  ],
});

/** What a trusted server may change of a task. */
export const taskUpdateBody = objectType('TaskUpdate', {
  description: 'What to change of a task; what is absent stays.',
  fields: changeable,
});
