import { integer, json, objectType, text, time } from '../validation/builders';

/** Exclusive limit of integers in both databases. */
const largestInteger = 2 ** 31 - 1;

const changeable = [
  integer('priority', {
    minimum: 0,
    maximum: largestInteger,
    description: 'Tasks with a higher priority run first; 0 by default.',
  }),
  json('data', { objectOnly: true, description: 'Data for the handler: JSON, whose keys it chooses.' }),
  time('availableTime', { description: 'The task does not run before this instant.' }),
  time('expirationTime', {
    future: true,
    notBefore: 'availableTime',
    description: 'The task does not run at this instant or later.',
  }),
];

/** The body for a new task, from a trusted server. */
export const taskBody = objectType('NewTask', {
  description: 'A task to queue.',
  fields: [
    text('type', { required: true, minLength: 1, maxLength: 255, description: 'Type of the task.' }),
    text('name', { minLength: 1, maxLength: 255, description: 'Unique name of the task.' }),
    ...changeable,
  ],
});

/** The changes that a trusted server may make to a task. */
export const taskUpdateBody = objectType('TaskUpdate', {
  description: 'Changes to a task. Absent fields stay unchanged.',
  fields: changeable,
});
