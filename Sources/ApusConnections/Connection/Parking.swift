/// Where a pool has a connection at rest, until it is taken out.
package struct Parking: Hashable, Sendable {
  let place: Int
  /// Tells the connections apart that have been in a place one after the other.
  let generation: UInt32
}
