/**
 * Returns a function that gives all callers within one turn of the event loop the same value, created by `make` for
 * the first of them. The next turn starts with a new one.
 */
export function onceATurn<Value>(make: () => Value): () => Value {
  let current: { value: Value } | undefined;
  return () => {
    if (!current) {
      current = { value: make() };
      setImmediate(() => (current = undefined));
    }
    return current.value;
  };
}
