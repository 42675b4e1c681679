/** True within `npm run test:long`. */
const isLongForm = process.env.TEST_FORM === 'long';

/** Number of runs of a property test: few during development, many in the long form. */
export const runs = (short: number, long: number): number => (isLongForm ? long : short);
