/** True within `npm run test:long`. */
const isLongForm = process.env.TEST_FORM === 'long';

/** How often a test of a property tries: seldom while one works on the code, often in the long form. */
export const runs = (short: number, long: number): number => (isLongForm ? long : short);
