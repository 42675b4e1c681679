/** The extension of input fields that have another name than in the body of the REST route: the key there. */
export const bodyKey = 'bodyKey';

/** The extension of input types whose values are a list here, and there an object with their names as keys. */
export const keyedByName = 'keyedByName';
