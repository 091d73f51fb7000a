/// The position of an idle connection in a connection pool.
package struct Parking: Hashable, Sendable {
  let place: Int
  /// A counter that distinguishes successive idle connections at the same position of the pool.
  let generation: UInt32
}
