/**
 * Values by key that take long to find. Once there are as many as are kept, all are forgotten: that costs less than
 * to know which one was used last.
 */
export class Remembered<Key, Value extends NonNullable<unknown>> {
  private readonly values = new Map<Key, Value>();

  /**
   * @param most how many are kept
   * @param longest texts with more characters are not kept
   */
  constructor(
    private readonly most: number,
    private readonly longest = Infinity,
  ) {}

  /** The value of a key, from `find` if it is not known. What `find` throws is not remembered. */
  get(key: Key, find: (key: Key) => Value): Value {
    if (typeof key === 'string' && key.length > this.longest) return find(key);
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const found = find(key);
    if (this.values.size >= this.most) this.values.clear();
    this.values.set(key, found);
    return found;
  }
}
