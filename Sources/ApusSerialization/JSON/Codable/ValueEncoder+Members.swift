internal import ApusBytes

/// The members of an object that is being written: each name once, and parts inserted in their
/// places.
extension ValueEncoder {
  /// Drops an earlier member of the same name as the last: the value that was encoded last counts.
  @inline(never)
  func settleLastName() {
    let firstMember = firstMember
    // Held once only, so that it need not be copied.
    var index = self.index.take()
    let place = document.write { $0.earlierMember(from: firstMember, &index) }
    self.index = index
    if let place { drop(place) }
  }

  /// Removes a member that another one follows.
  private func drop(_ place: Int) {
    let removed = document.write { $0.removeMember(place) }
    parts?.forget(removed)
    memberDropped()
  }

  /// Ends the parts and puts each in its place.
  func insert(_ parts: EncodedParts) throws {
    guard let first = parts.list.first?.offset else { return }
    let texts = try parts.list.map { (offset: $0.offset, bytes: try $0.encoder.finishedPart()) }
    let firstMember = isObject ? firstMember : nil
    document.write { $0.insert(texts, behind: first, movingMembersFrom: firstMember) }
    self.parts = nil
  }
}

/// Parts of a value that have a text of their own, with their places.
final class EncodedParts {
  var list: [(offset: Int, encoder: ValueEncoder)] = []

  /// Removes the parts in a removed range of bytes, and moves the parts after it.
  func forget(_ removed: Range<Int>) {
    list.removeAll { removed.contains($0.offset) }
    for part in list.indices where list[part].offset >= removed.upperBound {
      list[part].offset -= removed.count
    }
  }
}

extension JSONWriter {
  /// An earlier member with the name of the last one; with many members, all are added to an index.
  fileprivate func earlierMember(from first: Int, _ index: inout NameIndex?) -> Int? {
    let last = members.count &- 1
    let name = members[last].name
    guard last &- first > NameIndex.scanLimit else {
      return (first..<last).first { areSame(members[$0].name, name) }
    }
    if index == nil { index = indexOfNames(first..<last) }
    let hash = hash(of: name)
    let found = index?.place(hash: hash) { $0 < last && areSame(members[$0].name, name) }
    index?.insert(last, hash: hash)
    return found
  }

  private func indexOfNames(_ places: Range<Int>) -> NameIndex {
    var index = NameIndex(capacity: 2 * places.count)
    for place in places { index.insert(place, hash: hash(of: members[place].name)) }
    return index
  }

  /// Inserts texts in their places; the first place is given.
  fileprivate mutating func insert(
    _ texts: [(offset: Int, bytes: [UInt8])], behind first: Int, movingMembersFrom place: Int?
  ) {
    let rest = cut(from: first)
    var member = place ?? members.count
    var (taken, added) = (first, 0)
    for text in texts {
      write(rest.span.extracting(taken - first..<text.offset - first))
      taken = text.offset
      while member < members.count, members[member].separator < text.offset {
        members[member].move(by: added)
        member += 1
      }
      write(text.bytes.span)
      added += text.bytes.count
    }
    write(rest.span.extracting(taken - first..<rest.count))
    while member < members.count {
      members[member].move(by: added)
      member += 1
    }
  }
}
