extension HTTP {
  /// A group of field names that a single lookup searches for.
  ///
  /// Most messages contain no field of a group. The bit set of a field section excludes the group
  /// without a comparison of names.
  package struct FieldNames: Sendable, ExpressibleByArrayLiteral {
    /// The field names of the group in the given order.
    package let names: [FieldName]
    let initials: Fields.Initials

    package init(arrayLiteral names: FieldName...) {
      self.names = names
      initials = names.reduce(into: []) { $0.formUnion($1.initial) }
    }

    /// Returns whether the group contains a field name.
    package func contains(_ name: FieldName) -> Bool { names.contains(name) }
  }
}

extension HTTP.Fields {
  /// Returns whether a field section contains a field of a group of field names.
  package func containsAny(of group: HTTP.FieldNames) -> Bool {
    mayContainAny(of: group) && group.names.contains { contains($0) }
  }

  /// Returns the field names of a group that occur in the field section, in the order of the group.
  package func present(of group: HTTP.FieldNames) -> [HTTP.FieldName] {
    mayContainAny(of: group) ? group.names.filter { contains($0) } : []
  }
}
