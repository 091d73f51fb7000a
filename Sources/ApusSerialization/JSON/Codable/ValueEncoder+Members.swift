internal import ApusBytes

/// The members of an object that is being written: each name once, in order if asked for, and parts
/// put in where they belong.
extension ValueEncoder {
  /// Drops an earlier member of the same name as the last: the value that was encoded last counts.
  func settleLastName() {
    let last = document.text.members.count &- 1
    let name = document.text.members[last].name
    if let earlier = earlier(name, before: last) { drop(earlier) }
  }

  private func earlier(_ name: Range<Int>, before last: Int) -> Int? {
    guard last &- firstMember > NameIndex.scanLimit else {
      return (firstMember..<last).first { isName(name, ofMember: $0) }
    }
    if index == nil { indexMembers(before: last) }
    let hash = document.text.hash(of: name)
    let found = index?.place(hash: hash) { $0 < last && isName(name, ofMember: $0) }
    index?.insert(last, hash: hash)
    return found
  }

  private func indexMembers(before last: Int) {
    var index = NameIndex(capacity: 2 * (last &- firstMember))
    for place in firstMember..<last {
      let member = document.text.members[place]
      index.insert(place, hash: document.text.hash(of: member.name))
    }
    self.index = index
    namesIndexed()
  }

  private func isName(_ name: Range<Int>, ofMember place: Int) -> Bool {
    let member = document.text.members[place]
    return document.text.areSame(member.name, name)
  }

  /// Takes a member out; there is one behind it.
  private func drop(_ place: Int) {
    let start = document.text.members[place].start
    let removed = start..<document.text.members[place &+ 1].start
    document.text.bytes.removeSubrange(removed)
    document.text.members.remove(at: place)
    for later in place..<document.text.members.count {
      document.text.members[later].move(by: -removed.count)
    }
    parts.removeAll { removed.contains($0.offset) }
    for part in parts.indices where parts[part].offset >= removed.upperBound {
      parts[part].offset -= removed.count
    }
    memberDropped()
  }

  /// Ends the parts and puts each in its place.
  func insertParts() throws {
    guard let first = parts.first?.offset else { return }
    let tail = Array(document.text.bytes[first...])
    document.text.bytes.removeSubrange(first...)
    var member = firstMember
    var (taken, added) = (first, 0)
    for part in parts {
      document.text.bytes += tail[(taken - first)..<(part.offset - first)]
      taken = part.offset
      while isObject, member < document.text.members.count,
        document.text.members[member].separator < part.offset
      {
        document.text.members[member].move(by: added)
        member += 1
      }
      let bytes = try part.encoder.finishedPart()
      document.text.bytes += bytes
      added += bytes.count
    }
    document.text.bytes += tail[(taken - first)...]
    while isObject, member < document.text.members.count {
      document.text.members[member].move(by: added)
      member += 1
    }
    parts.removeAll()
  }

  /// Puts the members in the order of their names' bytes.
  func sortMembers() {
    let members = Array(document.text.members[firstMember...])
    let names = members.map { document.text.name($0.name) }
    let order = members.indices.sorted {
      names[$0].utf8.lexicographicallyPrecedes(names[$1].utf8)
    }
    guard members.count > 1, order != Array(members.indices) else { return }
    let bytes = document.text.bytes
    let separator = bytes[members[1].separator..<members[1].start]
    document.text.bytes.removeSubrange(members[0].start...)
    for (rank, place) in order.enumerated() {
      if rank > 0 { document.text.bytes += separator }
      let end = place + 1 < members.count ? members[place + 1].separator : bytes.count
      document.text.bytes += bytes[members[place].start..<end]
    }
  }
}
