extension HTTP {
  /// A group of field names that are looked up together.
  ///
  /// Most messages contain no field of a group, and the initials of a field section show this
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
  /// Returns whether the section has a field whose name is in a group.
  package func containsAny(of group: HTTP.FieldNames) -> Bool {
    mayContainAny(of: group) && group.names.contains { contains($0) }
  }

  /// Returns the names of a group that have a field in the section, in the order of the group.
  package func present(of group: HTTP.FieldNames) -> [HTTP.FieldName] {
    mayContainAny(of: group) ? group.names.filter { contains($0) } : []
  }
}
