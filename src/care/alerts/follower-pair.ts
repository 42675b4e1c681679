/** Who follows whom. */
export interface FollowerPair {
  followedId: string;
  followerId: string;
}
