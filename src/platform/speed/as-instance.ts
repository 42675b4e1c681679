/**
 * Turns a plain object into an instance of a class, without running its constructor; the given object is returned. An
 * object literal gets all its properties at once, which takes a fraction of the time and memory of adding them one by
 * one to an instance.
 */
export const asInstance = <Instance extends object, Properties extends object>(
  type: new () => Instance,
  properties: Properties,
): Instance & Properties =>
  Object.setPrototypeOf(properties, type.prototype as object) as Instance & Properties;
