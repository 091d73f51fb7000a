/// The access to the names that the JSON writer has written.
extension JSONWriter {
  /// Writes the name of an object member and adds the member to the list. The function returns the
  /// Bloom filter bit of the name.
  @inline(__always)
  mutating func beginMember(_ name: String, isFirst: Bool, depth: Int) -> UInt64 {
    let content = name.utf8.span
    guard isPlain, !content.isEmpty, isQuotable(content) else {
      return beginUnusualMember(name, isFirst: isFirst, depth: depth)
    }
    let separator = count
    let start = isFirst ? separator : separator &+ 1
    let nameEnd = start &+ content.count &+ 2
    place(0x2c, name: content, at: start, behind: separator)
    members.append(Member(separator: separator, start: start, nameEnd: nameEnd))
    return Self.trace(of: content)
  }

  /// Writes the name of an object member if the name needs escape sequences or the layout has line
  /// breaks.
  @inline(never)
  private mutating func beginUnusualMember(
    _ name: String, isFirst: Bool, depth: Int
  ) -> UInt64 {
    let separator = count
    writeSeparator(isFirst: isFirst, depth: depth &+ 1)
    let start = count
    write(name)
    let nameEnd = count
    writeColon()
    members.append(Member(separator: separator, start: start, nameEnd: nameEnd))
    return Self.trace(of: storage.span.extracting(start..<nameEnd))
  }

  /// Returns the Bloom filter bit of a nonempty name.
  @inline(__always)
  private static func trace(of name: Span<UInt8>) -> UInt64 {
    let first = Int(name[0])
    let middle = Int(name[name.count &>> 1])
    let last = Int(name[name.count &- 1])
    return 1 &<< UInt64((name.count &* 7 &+ first &+ last &* 5 &+ middle &* 11) & 63)
  }

  /// Returns the hash of a written name.
  func hash(of name: Range<Int>) -> UInt32 { NameIndex.hash(storage.span.extracting(name)) }

  /// Returns whether two written names are equal.
  func areSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    storage.span.extracting(one).isEqual(to: storage.span.extracting(other))
  }

  /// Returns the text of a name that the JSON writer has written.
  func name(_ range: Range<Int>) -> String {
    JSONEscapes.text(storage.span.extracting(range.lowerBound + 1..<range.upperBound - 1))
  }

  /// Removes an object member that is not the last member, and returns the removed byte range.
  mutating func removeMember(_ place: Int) -> Range<Int> {
    let removed = members[place].start..<members[place &+ 1].start
    let rest = cut(from: removed.upperBound)
    truncate(to: removed.lowerBound)
    write(rest.span)
    members.remove(at: place)
    for later in place..<members.count { members[later].move(by: -removed.count) }
    return removed
  }

  /// Sorts the members of an object by the UTF-8 bytes of their names.
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
