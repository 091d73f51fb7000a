extension HTTP {
  /// What a response came over, as its receiver knows it.
  ///
  /// That is no part of what the response says: two that say the same are equal however they came.
  package struct Carrier: Sendable, Hashable {
    /// Nothing for a response that was made here, as by a stub.
    package let value: (any AnyObject & Sendable)?

    /// Something that a response came over, or nothing.
    package init(_ value: (any AnyObject & Sendable)? = nil) { self.value = value }

    package static func == (_: Carrier, _: Carrier) -> Bool { true }

    package func hash(into _: inout Hasher) {}
  }
}
