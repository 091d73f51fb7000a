extension HTTP {
  /// Names of fields that are looked up together.
  ///
  /// Most messages have none of them, which the initials show without a comparison of names.
  package struct FieldNames: Sendable, ExpressibleByArrayLiteral {
    /// The names, in the given order.
    package let names: [FieldName]
    let initials: Fields.Initials

    package init(arrayLiteral names: FieldName...) {
      self.names = names
      initials = names.reduce(into: []) { $0.formUnion($1.initial) }
    }

    /// Returns whether a name is one of these.
    package func contains(_ name: FieldName) -> Bool { names.contains(name) }
  }
}

extension HTTP.Fields {
  /// Returns whether a line with one of some names exists.
  package func containsAny(of group: HTTP.FieldNames) -> Bool {
    mayContainAny(of: group) && group.names.contains { contains($0) }
  }

  /// Returns those of some names of which a line exists, in the order of the names.
  package func present(of group: HTTP.FieldNames) -> [HTTP.FieldName] {
    mayContainAny(of: group) ? group.names.filter { contains($0) } : []
  }
}
