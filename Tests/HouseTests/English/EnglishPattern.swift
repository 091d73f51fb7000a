/// A turn of phrase that few native writers use often, and its normal limit per 10,000 words.
///
/// The limits are above almost every package of the standard libraries of Go, Python and Rust and
/// above five respected packages for Swift on servers, by the same measure.
enum EnglishPattern: String, CaseIterable {
  case what
  case who
  case how
  case why
  /// A sentence that begins with a word like *what* and is not a question.
  case whStart = "wh-start"
  case whether
  /// *Somebody, anything, everyone* and so on.
  case thing
  /// *That which, the one that, those of* and so on.
  case thatWhich = "that-which"
  /// A preposition before *which*.
  case ofWhich = "of-which"
  case says
  /// *Comes of, goes by* and so on.
  case comesOf = "comes-of"
  case stands
  /// *Is no number* for *is not a number*.
  case isNo = "is-no"
  /// *Where it* for *if it*.
  case whereIf = "where-if"
  case archaic

  /// The number of occurrences that 10,000 words may have.
  var limit: Int {
    switch self {
    case .what, .whether: 15
    case .who, .why, .comesOf, .isNo: 5
    case .how, .ofWhich: 10
    case .whStart: 9
    case .thing: 20
    case .thatWhich, .stands, .whereIf: 4
    case .says: 8
    case .archaic: 3
    }
  }

  /// Returns the patterns that have an occurrence at a word.
  static func found(at index: Int, in words: Words) -> [EnglishPattern] {
    guard let patterns = candidates[words.words[index].text] else { return [] }
    return patterns.filter { $0.matches(at: index, in: words) }
  }

  private func matches(at index: Int, in words: Words) -> Bool {
    let list = words.words
    let next = index + 1 < list.count ? list[index + 1] : nil
    let follows = { (texts: Set<String>) in
      next.map { $0.gap == .space && texts.contains($0.text) } ?? false
    }
    switch self {
    case .what, .who, .why, .stands: return true
    case .says: return true
    case .how: return !(next.map { $0.isSpaced && $0.text == "to" } ?? false)
    case .whStart: return Self.beginsSentence(index, in: words) && !follows(["to"])
    case .whether:
      guard index > 0, list[index].gap == .space else { return true }
      return !Self.verbsBeforeWhether.contains(list[index - 1].text)
    case .thing: return list[index].text != "no" || follows(["one"])
    case .thatWhich: return Self.beginsThatWhich(index, in: list)
    case .ofWhich: return follows(["which"])
    case .comesOf: return follows(Self.particles)
    case .isNo: return Self.beginsIsNo(index, in: list)
    case .whereIf: return next.map { $0.isSpaced && Self.subjects.contains($0.text) } ?? false
    case .archaic:
      guard let second = Self.archaicPairs[list[index].text] else { return true }
      guard follows([second[0]]) else { return false }
      return second.count == 1
        || index + 2 < list.count && list[index + 2].gap == .space
          && list[index + 2].text == second[1]
    }
  }

  private static func beginsSentence(_ index: Int, in words: Words) -> Bool {
    let word = words.words[index]
    guard word.isCapital, word.gap == .start || word.gap == .sentence else { return false }
    let rest = words.bytes[word.end...].prefix(121).prefix { $0 != UInt8(ascii: ".") }
    return !rest.contains(UInt8(ascii: "?"))
  }

  private static func beginsThatWhich(_ index: Int, in list: [Words.Word]) -> Bool {
    guard index + 1 < list.count, list[index + 1].gap == .space else { return false }
    let next = list[index + 1].text
    switch list[index].text {
    case "that": return next == "which"
    case "those": return ["that", "which", "who", "of"].contains(next)
    default:
      guard ["one", "ones", "thing", "things"].contains(next), index + 2 < list.count,
        list[index + 2].gap == .space
      else { return false }
      let third = list[index + 2].text
      return ["that", "which", "who"].contains(third)
        || third.utf8.count > 3 && third.utf8.suffix(3).elementsEqual("ing".utf8)
    }
  }

  private static func beginsIsNo(_ index: Int, in list: [Words.Word]) -> Bool {
    guard index + 2 < list.count else { return false }
    let (no, noun) = (list[index + 1], list[index + 2])
    return no.isSpaced && no.text == "no" && noun.isSpaced
      && !["longer", "more", "such", "less"].contains(noun.text)
      && noun.text.utf8.allSatisfy { $0 &- 0x61 < 26 }
  }

  private static let verbsBeforeWhether: Set = [
    "indicates", "indicating", "determines", "determine", "reports", "report", "specifies",
    "controls", "returns", "checks", "check",
  ]
  private static let particles: Set = [
    "of", "to", "by", "on", "with", "for", "from", "in", "out", "through",
  ]
  private static let subjects: Set = [
    "there", "that", "it", "they", "one", "no", "nothing", "none", "some", "nobody", "a", "an",
  ]
  private static let archaicPairs = [
    "in": ["vain"], "all": ["the", "same"], "but": ["for"], "once": ["more"], "let": ["go"],
    "be": ["had"],
  ]

  /// The patterns that an occurrence of a word can begin.
  private static let candidates: [String: [EnglishPattern]] = {
    let indefinite =
      ["some", "any", "every", "no"].flatMap { first in
        ["body", "one", "thing"].map { first + $0 }
      }.filter { $0 != "noone" } + ["noone", "no"]
    let starts: [(EnglishPattern, [String])] = [
      (.what, ["what", "whatever"]),
      (.who, ["who", "whom", "whoever", "whomever"]),
      (.how, ["how"]), (.why, ["why"]), (.whether, ["whether"]),
      (.whStart, ["what", "who", "whom", "whose", "how", "whether", "where", "why", "which"]),
      (.thing, indefinite),
      (.thatWhich, ["that", "those", "the"]),
      (
        .ofWhich,
        ["of", "for", "by", "to", "in", "from", "with", "at", "on", "after", "before"]
      ),
      (.says, ["say", "says", "said", "ask", "asks", "asked", "told", "tell", "tells"]),
      (.comesOf, ["come", "comes", "came", "goes", "went", "gone"]),
      (
        .stands, ["stand", "stands", "stood", "lies", "lay", "lain", "behind", "beside", "beneath"]
      ),
      (.isNo, ["is", "are", "was", "were"]), (.whereIf, ["where"]),
      (
        .archaic,
        ["anew", "heed", "heeds", "heeded", "thereby", "hereby", "therein", "wherein", "lest"]
          + archaicPairs.keys
      ),
    ]
    return starts.reduce(into: [:]) { table, start in
      for word in start.1 { table[word, default: []].append(start.0) }
    }
  }()
}
