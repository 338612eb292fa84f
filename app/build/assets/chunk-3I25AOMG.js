function a(e,l){return{get value(){return e.value[l]},set value(t){e.value={...e.value,[l]:t}}}}export{a};
