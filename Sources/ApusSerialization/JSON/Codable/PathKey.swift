/// A step of a coding path by the name of a member.
struct PathKey: CodingKey {
  let stringValue: String

  init(stringValue: String) { self.stringValue = stringValue }

  var intValue: Int? { nil }

  init?(intValue: Int) { return nil }
}

/// A step of a coding path by the index of an element; its text is made when it is asked for.
struct IndexKey: CodingKey {
  let index: Int

  init(index: Int) { self.index = index }

  var stringValue: String { "\(index)" }

  var intValue: Int? { index }

  init?(stringValue: String) { return nil }

  init?(intValue: Int) { index = intValue }
}
