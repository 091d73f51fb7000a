/// Names that have been written, with their quotation marks.
extension JSONWriter {
  /// Writes the start of a member and puts it on the list; returns a bit that depends on nothing but
  /// the name.
  mutating func beginMember(_ name: String, isFirst: Bool, depth: Int) -> UInt64 {
    let separator = count
    writeSeparator(isFirst: isFirst, depth: depth &+ 1)
    let start = count
    write(name)
    let nameEnd = count
    writeColon()
    members.append(Member(separator: separator, start: start, nameEnd: nameEnd))
    return trace(of: start..<nameEnd)
  }

  /// One bit of 64 that depends on nothing but the name.
  @inline(__always)
  private func trace(of name: Range<Int>) -> UInt64 {
    let bytes = storage.span
    let first = Int(bytes[name.lowerBound &+ 1])
    let middle = Int(bytes[name.lowerBound &+ name.count &>> 1])
    let last = Int(bytes[name.upperBound &- 2])
    return 1 &<< UInt64((name.count &* 7 &+ first &+ last &* 5 &+ middle &* 11) & 63)
  }

  /// A hash of the name.
  func hash(of name: Range<Int>) -> UInt32 { NameIndex.hash(storage.span.extracting(name)) }

  /// Whether two names are the same.
  func areSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    storage.span.extracting(one).isEqual(to: storage.span.extracting(other))
  }

  /// The name that was written.
  func name(_ range: Range<Int>) -> String {
    JSONEscapes.text(storage.span.extracting(range.lowerBound + 1..<range.upperBound - 1))
  }

  /// Takes out a member that has another one behind it, and returns what its bytes were.
  mutating func removeMember(_ place: Int) -> Range<Int> {
    let removed = members[place].start..<members[place &+ 1].start
    let rest = cut(from: removed.upperBound)
    truncate(to: removed.lowerBound)
    write(rest.span)
    members.remove(at: place)
    for later in place..<members.count { members[later].move(by: -removed.count) }
    return removed
  }

  /// Puts members in the order of their names' bytes.
  mutating func sortMembers(from first: Int) {
    let members = Array(self.members[first...])
    let names = members.map { name($0.name) }
    let order = members.indices.sorted {
      names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8)
    }
    guard members.count > 1, order != Array(members.indices) else { return }
    let start = members[0].start
    let bytes = cut(from: start)
    let separator = bytes.span.extracting(
      members[1].separator - start..<members[1].start - start)
    for (rank, place) in order.enumerated() {
      if rank > 0 { write(separator) }
      let end = place + 1 < members.count ? members[place + 1].separator - start : bytes.count
      write(bytes.span.extracting(members[place].start - start..<end))
    }
  }
}
