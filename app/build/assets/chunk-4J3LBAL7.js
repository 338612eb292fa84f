var t=/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g;function e(u){return u.replace(t,"")}export{e as a};
