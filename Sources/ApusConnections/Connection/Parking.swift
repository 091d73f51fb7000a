/// The position of an idle connection in a pool.
package struct Parking: Hashable, Sendable {
  let place: Int
  /// Distinguishes the connections that have used a position one after the other.
  let generation: UInt32
}
