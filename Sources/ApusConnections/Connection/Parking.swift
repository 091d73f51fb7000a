/// The position of an idle connection in a connection pool.
package struct Parking: Hashable, Sendable {
  let place: Int
  /// A number that distinguishes the connections that have used the same position one after the
  /// other.
  let generation: UInt32
}
