/// The search for the members of a JSON object by name.
extension ValueDecoder {
  /// Returns the token index of the value for a name in the object.
  @inline(never)
  func member(_ name: String, changed: Bool) -> Int? {
    guard !changed else { return changedMember(name) }
    let expected = hint
    if let next = reading.document.place(behindMember: name, at: expected, in: place) {
      hint = next
      lastName = expected
      return expected &+ 1
    }
    // A type often requests the same name twice, because it first checks for the name or for
    // `null`.
    let last = lastName
    guard reading.document.place(behindMember: name, at: last, in: place) == nil else {
      return last &+ 1
    }
    return memberAnywhere(name)
  }

  /// Records the token index of a found name. The next search begins at the following name.
  private func expectNext(behind name: Int) {
    lastName = name
    hint = reading.document.place(behind: name &+ 1)
  }

  /// Searches all names of a small object, or the hash table of a large object.
  @inline(never)
  private func memberAnywhere(_ name: String) -> Int? {
    if let names, let index = names.index {
      let found = index.place(hash: NameIndex.hash(name.utf8.span)) {
        reading.document.isText(name, at: $0)
      }
      guard let found else { return nil }
      expectNext(behind: found)
      return found &+ 1
    }
    let end = reading.document.end(of: place)
    var count = 0
    var at = place &+ 1
    while at < end {
      if reading.document.isName(name, at: at, before: end) {
        expectNext(behind: at)
        return at &+ 1
      }
      count &+= 1
      if count > NameIndex.scanLimit {
        indexMembers()
        return memberAnywhere(name)
      }
      at = reading.document.place(behind: at &+ 1)
    }
    return nil
  }

  private func indexMembers() {
    let places = memberPlaces
    var index = NameIndex(capacity: places.count)
    for place in places {
      let name = reading.document.knownText(at: place)
      index.insert(place, hash: NameIndex.hash(name.utf8.span))
    }
    if names == nil { names = MemberNames() }
    names?.index = index
  }

  /// The token indices of the names in the object, except superseded duplicates.
  private var memberPlaces: [Int] {
    var places: [Int] = []
    var at = place &+ 1
    while at < reading.document.end(of: place) {
      if !reading.document.tape.entries[at].isSuperseded { places.append(at) }
      at = reading.document.place(behind: at &+ 1)
    }
    return places
  }

  /// Returns the names of the object in order, without duplicates.
  func memberNames(changed: Bool) -> [String] {
    guard changed else {
      return memberPlaces.map { reading.document.knownText(at: $0) }
    }
    return changedMembers().names
  }

  /// Returns the token index of a value by its converted name, such as `firstName` for
  /// `first_name`.
  @inline(never)
  private func changedMember(_ name: String) -> Int? {
    let members = changedMembers()
    return members.place(of: name).map { members.places[$0] &+ 1 }
  }

  private func changedMembers() -> ChangedNames {
    if let changed = names?.changed { return changed }
    let changed = ChangedNames(memberPlaces) { reading.name(at: $0) }
    if names == nil { names = MemberNames() }
    names?.changed = changed
    return changed
  }
}

/// The lookup tables for the names of a JSON object, which the decoder creates on demand.
final class MemberNames {
  /// The hash table of the names, which exists if the object is large and a type requests names out
  /// of order.
  var index: NameIndex?
  /// The names of the object after the conversion to Swift names.
  var changed: ChangedNames?
}

/// The converted names of an object with their token indices. If two converted names are equal, the
/// first name is used.
struct ChangedNames {
  private(set) var names: [String] = []
  private(set) var places: [Int] = []
  private var index: NameIndex?

  init(_ places: [Int], _ name: (Int) -> String) {
    names.reserveCapacity(places.count)
    if places.count > NameIndex.scanLimit { index = NameIndex(capacity: places.count) }
    for place in places {
      let name = name(place)
      guard self.place(of: name) == nil else { continue }
      index?.insert(names.count, hash: NameIndex.hash(name.utf8.span))
      names.append(name)
      self.places.append(place)
    }
  }

  /// Returns the position of a converted name.
  func place(of name: String) -> Int? {
    guard let index else {
      return names.firstIndex { $0.utf8.span.isEqual(to: name.utf8.span) }
    }
    return index.place(hash: NameIndex.hash(name.utf8.span)) {
      names[$0].utf8.span.isEqual(to: name.utf8.span)
    }
  }
}
