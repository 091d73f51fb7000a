/// Whether of some names one comes twice, told in a time that grows with their number alone.
enum XMLRepetition {
  /// The first name that equals one before it.
  static func index(in names: [XML.Name]) -> Int? {
    guard names.count > NameIndex.scanLimit else { return scan(names) }
    var index = NameIndex(capacity: names.count)
    for place in names.indices {
      let hash = UInt32(truncatingIfNeeded: names[place].hash)
      if index.place(hash: hash, where: { names[$0] == names[place] }) != nil { return place }
      index.insert(place, hash: hash)
    }
    return nil
  }

  private static func scan(_ names: [XML.Name]) -> Int? {
    for place in names.indices.dropFirst() {
      for earlier in 0..<place where names[earlier] == names[place] { return place }
    }
    return nil
  }
}
